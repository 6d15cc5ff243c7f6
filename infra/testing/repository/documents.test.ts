import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const decisions = globSync('docs/decisions/*.md', { cwd: root });
const documents = ['README.md', ...globSync('{docs,web}/**/*.md', { cwd: root })];

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const status = /^# \d+\. .+\n\nDate: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by \[(\d{4})\])/;

describe('the documents', () => {
  it.each(documents)('%s links to files that exist', (document) => {
    const links = matches(read(document), /\]\((?!https?:)([^)#\s]+)/g);
    expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
  });

  // A superseded decision names files that are gone.
  it.each(documents.filter((document) => status.exec(read(document))?.[2] === undefined))(
    '%s names files of the project that exist',
    (document) => {
      const named = matches(read(document), /`((?:shared|functions|infra|web|docs)\/[^`\s<‹*…{]*)`/g);
      expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    },
  );

  it.each(documents)('%s has each table in one piece', (document) => {
    const rows = read(document)
      .replace(/^```[\s\S]*?^```/gm, '')
      .split('\n');
    const starts = rows.flatMap((row, at) =>
      row.startsWith('|') && !rows[at - 1]?.startsWith('|') ? [at] : [],
    );
    expect(starts.filter((at) => !/^\|( -+ \|)+$/.test(rows[at + 1] ?? '')).map((at) => rows[at])).toEqual(
      [],
    );
  });

  it.each(decisions)('%s has a date, and says whether it is in force', (decision) => {
    const [, state, by] = status.exec(read(decision)) ?? [];
    expect(state).toBeDefined();
    if (by) expect(decisions.some((other) => other.includes(`/${by}-`))).toBe(true);
  });
});

it('the README has 800 words at most, and names the two commands', () => {
  const text = read('README.md');
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(800);
  expect(text).toContain('npm ci && npm start');
  expect(text).toContain('npm ci && npm test');
});

it('docs/commands.md explains every command', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  const text = read('docs/commands.md');
  const named = (script: string) => new RegExp(`\\b${script}(?![\\w:-])`).test(text);
  expect(Object.keys(scripts).filter((script) => !named(script))).toEqual([]);
});
