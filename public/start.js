// Runs before the first paint. It is a file of its own, because the page’s policy allows no script in the HTML.
{
  const root = document.documentElement;
  // Hides the text that says why Hooke did not start. It stays visible where the styles or this script are missing.
  root.className = 'starting';
  // In a frame of another page: how much of the controls is shown.
  const query = new URLSearchParams(location.search);
  if (query.has('embed'))
    root.dataset.controls = ['basic', 'full'].find((name) => name === query.get('controls')) ?? 'none';
  // The theme that was chosen. The browser may deny storage.
  try {
    root.style.colorScheme = localStorage.getItem('hooke.theme') ?? '';
  } catch {}
  // A missing program says nothing by itself: neither offline, nor as a file, nor in a frame without an origin.
  addEventListener(
    'error',
    ({ target }) => {
      if (target.tagName === 'SCRIPT') root.className = '';
    },
    true,
  );
  // Nor do browsers load the styles of a page that was opened as a file. The single file has no such text: it starts.
  if (location.protocol === 'file:')
    addEventListener('DOMContentLoaded', () => {
      const text = document.getElementById('opened-as-file');
      text?.parentElement.replaceChildren(text.content);
    });
}
