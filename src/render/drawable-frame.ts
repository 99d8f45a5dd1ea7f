/** What is on a canvas, as a PNG; to be asked for right after it was drawn. */
export function drawableFrame(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser gave no picture.'))), 'image/png');
  });
}
