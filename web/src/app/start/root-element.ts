const found = document.getElementById('root');
if (!found) throw new Error('The document has no element with the id "root"');

/** What holds the site. In a built page `data-page` names the path whose screen it holds already. */
export const rootElement: HTMLElement = found;
