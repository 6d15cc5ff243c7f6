export const rootElement = (): HTMLElement => {
  const found = document.getElementById('root');
  if (!found) throw new Error('The document has no element with the id "root"');
  return found;
};
