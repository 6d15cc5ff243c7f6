import { brand } from '#shared/brand';
import type { ContactMessage } from '#shared/schemas/contact';
import { paragraph } from './blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

/**
 * A visitor's message, for the school (FRM-01). A reply goes to the visitor.
 * @param siteUrl origin of the site
 */
export const contactMessageEmail = (
  { name, email, subject, message }: ContactMessage,
  siteUrl: string,
): RenderedEmail => {
  const sender = inSentence(name);
  return composeEmail(
    {
      subject: `Message from ${sender}${subject === undefined ? '' : `: ${inSentence(subject)}`}`,
      preview: inSentence(message),
      heading: `Message from ${sender}`,
      blocks: [
        ...(subject === undefined ? [] : [paragraph(`Subject: ${subject}`)]),
        ...message.split(/\n+/).map(paragraph),
        paragraph(`${name}, ${email}`),
      ],
      reason: `A visitor wrote this in the contact form of ${brand.name}. Reply to answer.`,
    },
    siteUrl,
  );
};
