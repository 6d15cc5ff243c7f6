import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brand, sampleFacts } from '#shared/brand';
import { centsSchema } from '#shared/lib/values';

const root = join(import.meta.dirname, '../../..');

const { phone, address, social } = sampleFacts;
const details: readonly string[] = [
  ...[brand.mailbox, phone, address.postcode],
  ...address.street,
  ...social.map(({ url }) => url),
  ...[brand.legalName, sampleFacts.coach.name, sampleFacts.coach.bio],
  ...sampleFacts.businessHours.map(({ hours }) => hours).filter((hours) => /\d/.test(hours)),
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

it('no text asks to call a school that may have no phone [SCH-02]', () => {
  const files = globSync('{web/src,functions,shared}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => file !== 'shared/brand.ts' && !file.includes('.test.'),
  );
  const isAsking = (file: string) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .some((line) => /\b(?:call|ring|phone) (?:us|the school|the office)\b/i.test(line));
  // The form shows it with the number, which it has.
  expect(files.filter(isAsking)).toEqual(['web/src/components/message-form.tsx']);
});

/** Everything a school could be taken for to have said, of the sample school. */
const made = [...details.filter((detail) => detail !== brand.legalName), '00-00-00', '.example'];

describe('a school that has not said how it is reached', () => {
  beforeEach(() => {
    vi.stubEnv('SAMPLE_SCHOOL', '');
    vi.resetModules();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  const texts: Record<string, () => Promise<unknown>> = {
    'an email': async () => {
      const { composeEmail } = await import('#functions/lib/mail/layout');
      const content = { subject: 'News', preview: '', heading: 'News', blocks: [], reason: 'You asked.' };
      return composeEmail(content, 'https://school.test');
    },
    'the reminder of a payment': async () => {
      const { paymentReminderEmail } = await import('#functions/ledger/emails');
      const { defaultSchoolSettings } = await import('#shared/school/settings');
      const statement = {
        reference: null,
        due: centsSchema.parse(2_000),
        later: [],
        charges: [],
        entries: [],
      };
      return paymentReminderEmail(statement, defaultSchoolSettings, 'https://school.test');
    },
    'what search engines read': async () => {
      const { courses, organisation } = await import(
        '../../../web/src/app/start/prerender/structured-data.ts'
      );
      const { publicPages } = await import('../../../web/src/lib/pages/public-pages.ts');
      return [courses, organisation, publicPages];
    },
    'what the API answers': async () => (await import('#shared/contract/errors')).problems,
  };

  it.each(Object.entries(texts))('shows nothing that was made up in %s [SCH-02]', async (_, read) => {
    const text = JSON.stringify(await read());
    for (const detail of [...made, 'null', 'undefined']) expect(text).not.toContain(detail);
    expect(text).not.toMatch(/\bcall us|\bcall,|come by/i);
  });

  it('tells families that it will say how to pay [SCH-02]', async () => {
    const { howToPay } = await import('#shared/ledger/payment-link');
    const { defaultSchoolSettings } = await import('#shared/school/settings');
    const { instructions } = defaultSchoolSettings;
    expect(howToPay(instructions, false)).toEqual(['Ballerz will tell you how to pay.']);
    expect(howToPay(instructions, true)).toEqual([]);
    expect(howToPay(['Cash only'], false)).toEqual(['Cash only']);
  });
});
