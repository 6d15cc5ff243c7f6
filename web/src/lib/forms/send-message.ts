import { policies } from '#shared/policies';
import { sendContactMessage } from '../api/links-requests.ts';
import { textsOf } from './use-public-form.ts';

/**
 * Sends the values of a contact form to the school (FRM-01). Where the school takes no messages, the browser's console
 * shows them and no request is sent (PUB-30).
 * @throws ApiError and ConnectionError as `callRoute` does
 */
export const sendMessage = async (
  values: FormData,
  isDelivered: boolean = policies.contactDelivery,
): Promise<void> => {
  const { name = '', email = '', subject, message = '', website } = textsOf(values);
  const entered = { name, email, ...(subject !== undefined && { subject }), message };
  if (isDelivered) await sendContactMessage({ ...entered, website });
  else console.log('Contact form', entered);
};
