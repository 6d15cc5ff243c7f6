import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { brand } from '#shared/brand';

const root = join(import.meta.dirname, '../../..');

const { email, phone, address, social } = brand.contact;
const details = [
  ...[email, phone, address.postcode],
  ...address.street,
  ...social.map(({ url }) => url),
  ...[brand.legalName, brand.coach.name, brand.coach.bio],
];

it('no screen or email has a contact detail of the school of its own [PUB-26]', () => {
  const files = globSync('{web/src,functions,shared}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => file !== 'shared/brand.ts' && !file.includes('.test.') && !file.includes('/testing/'),
  );
  expect(files.length).toBeGreaterThan(500);
  const copies = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return details.filter((detail) => text.includes(detail)).map((detail) => `${file}: ${detail}`);
  });
  expect(copies).toEqual([]);
});
