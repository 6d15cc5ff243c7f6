import { brand } from '#shared/brand';
import type { SettingChange } from '#shared/domain/text/setting-texts';
import { paths } from '#shared/paths';
import { linkWarning } from '#shared/schemas/public-link';
import { button, copyableAddress, paragraph, smallPrint } from './blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';

/**
 * Tells an administrator that another one changed where families pay (SET-03). The activity log names who did.
 * @param siteUrl origin of the site
 */
export const paymentSettingsEmail = (changes: readonly SettingChange[], siteUrl: string): RenderedEmail => {
  const log = new URL(paths.adminActivity, siteUrl).href;
  const said = changes.flatMap(({ field, before, after }) => {
    const warning = linkWarning(after.split(', ')[0] ?? '');
    return [
      paragraph(`${field}, before: ${before}`),
      paragraph(`${field}, now: ${after}`),
      ...(warning ? [paragraph(warning)] : []),
    ];
  });
  return composeEmail(
    {
      subject: `Where families pay was changed at ${brand.name}`,
      preview: 'Another administrator changed it.',
      heading: 'Where families pay was changed',
      blocks: [
        paragraph('Another administrator changed where families pay. It counts at once.'),
        ...said,
        button('See the Activity Log', log),
        copyableAddress(log),
        smallPrint(
          'The log says who it was. If it was not meant so, change it back in the settings, and have that person choose a new password.',
        ),
      ],
      reason: `You receive this email because you are an administrator at ${brand.name}.`,
    },
    siteUrl,
  );
};
