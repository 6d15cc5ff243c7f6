import { expect, it } from 'vitest';
import { localPaths } from '../addresses.ts';
import { createApiReference } from './api-reference.ts';

const documentPath = '/api/openapi.json';
const reference = createApiReference(documentPath);

it('serves every file of the page from its own folder, under a policy without inline code', async () => {
  const answer = await reference.request('/');
  const page = await answer.text();
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script>/);
  const addresses = [...page.matchAll(/(?:<script src|stylesheet" href)="([^"]+)"/g)].map(
    ([, url = '']) => url,
  );
  expect(addresses).toHaveLength(3);
  for (const address of addresses) {
    expect(address.startsWith(`${localPaths.apiReference}/`)).toBe(true);
    const file = await reference.request(address.slice(localPaths.apiReference.length));
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toMatch(/^text\/(css|javascript)/);
  }
});

it('renders the document at its path and sends it to no validator', async () => {
  const script = await (await reference.request('/start.js')).text();
  expect(JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1))).toMatchObject({
    url: documentPath,
    validatorUrl: null,
  });
});
