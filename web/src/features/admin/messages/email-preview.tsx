import { useCallback } from 'react';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { trustedMarkup } from '../../../lib/browser/trusted-types.ts';

interface EmailPreviewProps {
  readonly subject: string;
  readonly html: string;
}

const styleElement = /<style>(.*?)<\/style>/su;

// Draws an email in a shadow tree, where the site's styles do not apply. The Content-Security-Policy refuses styles in markup, and
// reports them when markup is parsed, but allows those that a script sets. Templates escape quotes in texts, so ` style="` is
// always an attribute.
const drawEmail = (host: HTMLElement, html: string): void => {
  const rules = new CSSStyleSheet();
  rules.replaceSync(styleElement.exec(html)?.[1] ?? '');
  const markup = html.replace(styleElement, '').replaceAll(' style="', ' data-style="');
  const { body } = new DOMParser().parseFromString(trustedMarkup(markup), 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? '';
  for (const link of body.querySelectorAll('a')) link.target = '_blank';
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [rules];
  root.replaceChildren(...body.children);
};

/** Shows an email before it is sent (MSG-01). Links open in a new tab. */
export const EmailPreview = ({ subject, html }: EmailPreviewProps) => {
  const draw = useCallback(
    (host: HTMLElement | null) => {
      if (host) drawEmail(host, html);
    },
    [html],
  );
  return (
    <Stack
      role="group"
      aria-label="Preview of the email"
      gap="0"
      borderWidth="1px"
      borderColor="border"
      borderRadius="md"
      overflow="hidden"
    >
      <Text p="4" fontWeight="bold" overflowWrap="anywhere">
        {subject}
      </Text>
      <div ref={draw} />
    </Stack>
  );
};
