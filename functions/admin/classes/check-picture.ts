import { isPictureAllowed, pictureHostsText } from '#shared/domain/classes/picture-hosts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Refuses a picture on a host that the deployment does not allow. A schema cannot check this: it has no settings.
 * @throws ProblemError invalidRequest
 */
export const checkPicture = (
  address: string | null,
  { pictureHosts }: Pick<AdminDeps, 'pictureHosts'>,
): void => {
  if (address === null || isPictureAllowed(address, pictureHosts)) return;
  const issue = { field: 'image_url', message: pictureHostsText(pictureHosts) };
  throw problem('invalidRequest', {}, { issues: [issue] });
};
