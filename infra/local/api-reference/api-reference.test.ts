import { describe, expect, it } from 'vitest';
import { problems } from '#shared/contract/errors';
import { routeList } from '#shared/contract/routes';
import { createApiReference } from './api-reference.ts';
import { referencePage } from './page.ts';

const reference = createApiReference('/api/openapi.json');
const page = await (await reference.request('/')).text();

/** The part of the page about one route. */
const partOf = (name: string): string =>
  page.split('<details id="').find((part) => part.startsWith(`${name}"`)) ?? '';

describe.each(routeList)('$name', ({ name, route }) => {
  it('is there with its method, path, summary and who may call it', () => {
    const part = partOf(name);
    expect(part).toContain(`>${route.method}</span> <code>${route.path}</code>`);
    expect(part).toContain(route.summary.replaceAll("'", '&#39;'));
    expect(part.includes('needs a login')).toBe(route.access !== 'public');
  });

  it('is there with all it can answer', () => {
    const part = partOf(name);
    expect(part).toContain(`<span class="status good">${route.status}</span>`);
    for (const code of route.errors) {
      expect(part).toContain(`<span class="status">${problems[code].status}</span>`);
      expect(part).toContain(`<code>${code}</code>`);
    }
  });
});

it('says what a body holds, inside lists too, and what may be left out', () => {
  const part = partOf('updateClass');
  for (const field of ['venue', 'weekly_rate', 'time_slots', 'start_time', 'max_capacity']) {
    expect(part).toContain(`<code class="name">${field}</code>`);
  }
  expect(part).toContain('1 to 500');
  expect(part).toContain('may be left out');
});

it('leads from a type to its description', () => {
  const links = [...page.matchAll(/href="#(schema-\w+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(0);
  for (const id of links) expect(page).toContain(`id="${id}"`);
});

it('works under a policy without inline code: no script, no style but its sheet', async () => {
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
  const [, sheet] = /<link rel="stylesheet" href="\/api\/docs(\/[^"]+)"/.exec(page) ?? [];
  const answer = await reference.request(sheet ?? '');
  expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(await answer.text()).not.toMatch(/@import|url\(/);
});

it('shows what the document says as text', async () => {
  const info = { title: '<b>API</b>', description: '', version: '1' };
  const made = await referencePage(
    { info, tags: [], operations: [], schemas: { Odd: { enum: ['<script>'] } } },
    { styleSheet: '/s.css', documentPath: '/d.json' },
  );
  expect(String(made)).toContain('&lt;b&gt;API&lt;/b&gt;');
  expect(String(made)).toContain('<code>&lt;script&gt;</code>');
});
