import { listed } from '#shared/domain/text/listed';
import { paths } from '#shared/paths';
import { button, paragraph } from './blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

/**
 * Asks whether what coaches know about some children is still right (EME-03). It says nothing of what that is: an email can
 * be read by others.
 */
export const cardCheckEmail = (names: readonly string[], siteUrl: string): RenderedEmail => {
  const children = listed(names.map(inSentence));
  return composeEmail(
    {
      subject: 'Is this still right?',
      preview: `Please check what the coaches know about ${children}`,
      heading: 'Is this still right?',
      blocks: [
        paragraph(
          `Please check what the coaches know about ${children}: health, whom to call and who may collect your child, and photos. If it is right, one press confirms it.`,
        ),
        button('Check and confirm', new URL(paths.parent, siteUrl).href),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};
