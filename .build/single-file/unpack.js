// Unpacks the styles and the program of the single file, and starts them: .build/single-file/pack.ts has the format.
{
  const unpack = async (id) => {
    const { textContent: text, dataset } = document.getElementById(id);
    const bytes = new Uint8Array(Number(dataset.bytes));
    let [bits, count, length] = [0, 0, 0];
    for (let i = 0; i < text.length; i++) {
      bits = (bits << 15) | (text.charCodeAt(i) - 0x100);
      for (count += 15; count >= 8; count -= 8) bytes[length++] = bits >> (count - 8);
      bits &= 0xff;
    }
    const packed = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(packed).text();
  };
  const start = async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(await unpack('styles'));
    document.adoptedStyleSheets = [sheet];
    document.getElementById('first-style').remove();
    const address = URL.createObjectURL(new Blob([await unpack('program')], { type: 'text/javascript;charset=utf-8' }));
    // The workers run the same script.
    globalThis.hookeProgram = address;
    await new Promise((resolve, reject) => {
      const script = document.createElement('script');
      document.body.append(Object.assign(script, { src: address, onload: resolve, onerror: reject }));
    });
  };
  const started = start();
  // Until the program puts its own there: scripts ask for it when the page has loaded.
  globalThis.hooke = { ready: started.then(() => globalThis.hooke.ready) };
  globalThis.hooke.ready.catch(() => {});
  // Shows the text that says why Hooke did not start.
  started.catch(() => {
    document.documentElement.className = '';
  });
}
