import { html } from 'hono/html';
import type { ApiDocument, Operation } from './document.ts';
import { schemaView } from './schema-view.ts';

const isSuccess = (status: string): boolean => status.startsWith('2');

/** Problems of one status: each `code` with its text, as the document writes them. */
const problemsOf = (description: string) =>
  description.split('\n\n').map((line) => {
    const [, code = '', text = line] = /^`(\w+)`: (.*)$/s.exec(line) ?? [];
    return html`<li><code>${code}</code> ${text}</li>`;
  });

const answerView = ([status, { description, content }]: [string, Operation['responses'][string]]) => {
  const schema = content?.['application/json']?.schema;
  if (!isSuccess(status)) {
    return html`<dt><span class="status">${status}</span></dt><dd><ul>${problemsOf(description)}</ul></dd>`;
  }
  return html`<dt><span class="status good">${status}</span></dt>
    <dd>${schema ? schemaView(schema) : 'Nothing more to say'}</dd>`;
};

const parametersView = ({ parameters }: Operation) =>
  parameters.length === 0
    ? ''
    : html`<h3>Parameters</h3>
        <ul class="fields">
          ${parameters.map(
            (parameter) => html`<li>
              <code class="name">${parameter.name}</code>
              <span class="rule">in ${parameter.in}</span>
              ${parameter.required ? '' : html`<span class="rule">may be left out</span>`}
              ${schemaView(parameter.schema)}
            </li>`,
          )}
        </ul>`;

const operationView = (operation: Operation) => {
  const { operationId, method, path, summary, security, requestBody, responses } = operation;
  return html`<details id="${operationId}">
    <summary>
      <span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
      ${security ? html`<span class="rule">needs a login</span>` : ''}
      <span class="summary">${summary}</span>
    </summary>
    ${parametersView(operation)}
    ${requestBody ? html`<h3>Body</h3>${schemaView(requestBody.content['application/json'].schema)}` : ''}
    <h3>Answers</h3>
    <dl>${Object.entries(responses).map(answerView)}</dl>
  </details>`;
};

interface PageOptions {
  readonly styleSheet: string;
  /** Where the document itself is. */
  readonly documentPath: string;
}

/** The whole API on one page, to be read without a script. */
export const referencePage = (
  { info, tags, operations, schemas }: ApiDocument,
  { styleSheet, documentPath }: PageOptions,
) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${info.title}</title>
    <link rel="stylesheet" href="${styleSheet}">
  </head>
  <body>
    <header>
      <h1>${info.title}</h1>
      <p>${info.description} Errors are problem details (RFC 9457) with a stable <code>code</code>.
        For programs: <a href="${documentPath}">${documentPath}</a></p>
      <nav aria-label="Parts">
        ${[...tags, 'schemas'].map((tag) => html`<a href="#${tag}">${tag}</a>`)}
      </nav>
    </header>
    <main>
      ${tags.map(
        (tag) => html`<section id="${tag}">
          <h2>${tag}</h2>
          ${operations.filter((operation) => operation.tags.includes(tag)).map(operationView)}
        </section>`,
      )}
      <section id="schemas">
        <h2>schemas</h2>
        ${Object.entries(schemas).map(
          ([name, schema]) =>
            html`<article id="schema-${name}"><h3>${name}</h3>${schemaView(schema)}</article>`,
        )}
      </section>
    </main>
  </body>
</html>`;
