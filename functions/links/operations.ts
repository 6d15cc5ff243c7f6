import type { ServiceOperations } from '../http/create-handler.ts';
import type { LinksDeps } from './deps.ts';
import { sendContactMessage } from './send-contact-message.ts';

export const linksOperations: ServiceOperations<'links', LinksDeps> = {
  sendContactMessage,
};
