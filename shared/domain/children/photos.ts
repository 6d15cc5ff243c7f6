import { photoConsent } from '#shared/consents';
import type { CoachCard, Photos } from '#shared/schemas/child';
import type { UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';

/** A child about whose photos nobody answered. */
export const unansweredPhotos: Photos = { photos_school: null, photos_web: null };

/** An answer as it is stored. */
export const photoAnswer = (
  allowed: boolean,
  at: Instant,
  by: UserId,
): NonNullable<Photos['photos_school']> => ({ allowed, version: photoConsent.version, at, by });

/** What a parent said yes to; an answer that nobody gave is no yes. */
export const allowedPhotos = ({ photos_school, photos_web }: Photos): CoachCard['photos'] => ({
  school: photos_school?.allowed === true,
  web: photos_web?.allowed === true,
});

/** What somebody with a camera must know of a child (EME-06); null where all photos are allowed. */
export const photosText = ({ school, web }: CoachCard['photos']): string | null => {
  if (school && web) return null;
  if (school) return 'Photos within the school only';
  return web ? 'Photos for website and social media only' : 'No photos';
};
