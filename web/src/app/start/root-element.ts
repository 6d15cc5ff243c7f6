const found = document.getElementById('root');
if (!found) throw new Error('The document has no element with the id "root"');

/** The element that React renders into. README.md lists the `data-` attributes that a prerendered page adds to it. */
export const rootElement: HTMLElement = found;
