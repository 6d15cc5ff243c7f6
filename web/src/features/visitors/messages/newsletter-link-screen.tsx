import type { ReactNode } from 'react';
import { Screen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showResult } from '../../../lib/pages/page.ts';

interface Step {
  readonly title: string;
  readonly text: string;
}

interface LinkScreenProps {
  readonly before: Step;
  readonly action: readonly [idle: string, busy: string];
  readonly send: () => Promise<unknown>;
  readonly failure: string;
  readonly after: Step;
  readonly more: (isDone: boolean) => ReactNode;
}

/** The button makes the change, since mail scanners open links. */
export const LinkScreen = ({ before, action, send, failure, after, more }: LinkScreenProps) => {
  const { submit, isPending, isDone, error } = useSubmission({ send, failure });
  const { title, text } = isDone ? after : before;
  const [idle, busy] = action;
  return (
    <Screen pageTitle={title} maxWidth="[34rem]">
      <Stack gap="5" py="6" aria-live="polite">
        <Heading key={title} as="h1" size="xl" ref={isDone ? showResult : undefined} tabIndex={-1}>
          {title}
        </Heading>
        <Text fontSize="lg">{text}</Text>
        {error && <Text color="danger.fg">{errorText(error, failure)}</Text>}
        {!isDone && (
          <Button
            type="button"
            size="lg"
            colorPalette="accent"
            alignSelf="start"
            disabled={isPending}
            onClick={() => submit(undefined)}
          >
            {isPending ? busy : idle}
          </Button>
        )}
        {(isDone || error) && more(isDone)}
      </Stack>
    </Screen>
  );
};
