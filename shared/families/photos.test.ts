import { expect, it } from 'vitest';
import { photoConsent } from '#shared/consents';
import { userIdSchema } from '#shared/lib/ids';
import { instantSchema } from '#shared/lib/values';
import { allowedPhotos, photoAnswer, photosText } from './children.ts';

const at = instantSchema.parse('2026-09-12T10:00:00.000Z');
const by = userIdSchema.parse('3f0c1f0e-6f0a-4b57-9d05-0d8a2f5f1c11');
const [yes, no] = [photoAnswer(true, at, by), photoAnswer(false, at, by)];

it('stores an answer with the version of the text, the time and the account [EME-06]', () => {
  expect(yes).toEqual({ allowed: true, version: photoConsent.version, at, by });
});

it.each([
  [null, null, 'No photos'],
  [no, null, 'No photos'],
  [yes, null, 'Photos within the school only'],
  [null, yes, 'Photos for website and social media only'],
  [no, yes, 'Photos for website and social media only'],
  [yes, yes, null],
])('takes what nobody answered as no yes: school %j, web %j [EME-06]', (photos_school, photos_web, text) => {
  expect(photosText(allowedPhotos({ photos_school, photos_web }))).toBe(text);
});
