/** What is used of mediabunny: a build as one file, which has no chunks, would take all of a package that is imported dynamically. */
export {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
