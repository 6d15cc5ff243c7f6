/**
 * The element that React renders into. README.md lists the `data-` attributes that a prerendered page adds to it. The document of
 * the offline page has none, and loads this module too.
 */
export const rootElement = (): HTMLElement => {
  const found = document.getElementById('root');
  if (!found) throw new Error('The document has no element with the id "root"');
  return found;
};
