/** How a report looks: dark or light as the reader's system asks, and light on paper. */
export const STYLE = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; break-after: avoid; }
a { color: inherit; }
figure { margin: 1rem 0; break-inside: avoid; }
img, svg { display: block; max-width: 100%; height: auto; }
img { max-height: 30rem; }
figcaption, caption { text-align: left; font-size: 0.875rem; padding: 0.25rem 0; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: 0.875rem; }
th, td { border-bottom: 1px solid; border-color: color-mix(in srgb, currentcolor 25%, transparent); padding: 0.2rem 0.5rem 0.2rem 0; }
th { text-align: left; font-weight: 600; overflow-wrap: normal; }
.settings th { width: 50%; font-weight: 400; }
.values th, .values td { text-align: right; font-variant-numeric: tabular-nums; }
.values { font-size: 0.75rem; }
tr, li { break-inside: avoid; }
thead { display: table-header-group; }
@page { size: A4; margin: 16mm; }
@media print {
  :root { color-scheme: only light; font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
}
`;
