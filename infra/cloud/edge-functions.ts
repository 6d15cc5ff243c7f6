import { documentRules, notFoundDocument } from '#shared/built-pages';

/** `fileFor` of shared/built-pages.ts in the language of the edge; a test compares the two. */
const fileFor = `
const rules = [${documentRules.map(([page, document]) => `[${page},${JSON.stringify(document)}]`).join(',\n')}];
function fileFor(path) {
  if (path.slice(path.lastIndexOf('/')).includes('.')) return path;
  const rule = rules.find((candidate) => candidate[0].test(path));
  return rule ? rule[1] : '${notFoundDocument}';
}`;

/**
 * Before the cache: maps the address of a page to its document. A rule of the distribution for 403 and 404 would hide
 * the errors of the API.
 */
export const openPages = `${fileFor}
function handler(event) {
  const request = event.request;
  request.uri = fileFor(request.uri);
  return request;
}`;

/** On the response: an address without a page gets the document for it with the status 404. */
export const missPages = `${fileFor}
function handler(event) {
  const response = event.response;
  // "Not modified" refers to an answer that the browser has cached, with its status.
  if (response.statusCode === 200 && fileFor(event.request.uri) === '${notFoundDocument}') {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}`;
