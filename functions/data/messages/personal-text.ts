import type { MessageContent } from '#shared/schemas/message';

/** Whether the text of a message is for one account alone: the log does not show it (MSG-06). */
export const isPersonal = ({ kind, audience }: MessageContent): boolean =>
  kind === 'test' || (kind === 'broadcast' && audience.kind === 'family');

/** What is left of a personal text once SES has the email. */
export const forgottenText = { subject: '', text: '' } as const;
