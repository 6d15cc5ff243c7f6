import { CircleCheck, CircleDashed } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '#shared/paths';
import { type Dashboard, schoolRoutes } from '#shared/school/admin-routes';
import type { OpeningStep } from '#shared/school/opening';
import { css } from '#styled-system/css';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useChange } from '../use-change.ts';

const texts: Readonly<Record<OpeningStep['step'], readonly [name: string, about: string, to: string]>> = {
  venue: ['Venue', 'where your classes meet', paths.adminVenues],
  payments: ['How families pay', 'they read it after booking', paths.adminSettings],
  class: ['First class', 'its times, places and price', paths.adminClasses],
  publish: ['Publish it', 'families see it and can book', paths.adminClasses],
  coach: ['Coach', 'sees the sessions and marks who came', paths.adminCoaches],
  families: ['Your families', 'bring them from a file', paths.adminUsers],
};

const stepLook = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  '& > svg': { flexShrink: '0', color: 'fg.muted' },
  '&[data-done] > svg': { color: 'brand.fg' },
  '&[data-done] a': { fontWeight: 'medium' },
});

/** Stored data tick the steps to the school's opening (SCH-03). The list can be dismissed before all is done. */
export const OpeningList = ({ steps }: { readonly steps: Dashboard['opening'] }) => {
  const putAway = useChange({
    send: () =>
      callRoute(schoolRoutes.saveSettings, {
        body: { opening_put_away: true, shown: { opening_put_away: false } },
      }),
    failure: 'Failed to put the list away',
    done: 'The list is put away',
  });
  const done = steps.filter((step) => step.done).length;
  return (
    <Card.Root as="section" aria-labelledby="open-school">
      <Card.Body gap="2">
        <HStack wrap="wrap" justify="space-between" columnGap="4">
          <Card.Title id="open-school">Open your school</Card.Title>
          <Text color="fg.muted">
            {done} of {steps.length} done
          </Text>
        </HStack>
        <Stack as="ol" gap="0" listStyleType="none">
          {steps.map((step) => {
            const [name, about, to] = texts[step.step];
            const Icon = step.done ? CircleCheck : CircleDashed;
            return (
              <li key={step.step} data-done={step.done || undefined} className={stepLook}>
                <Icon size="1.3em" role="img" aria-label={step.done ? 'Done' : 'To do'} />
                <div>
                  <Link asChild>
                    <RouterLink to={to}>{name}</RouterLink>
                  </Link>
                  <span className={css({ color: 'fg.muted' })}>: {about}</span>
                </div>
              </li>
            );
          })}
        </Stack>
        <Button
          type="button"
          variant="ghost"
          alignSelf="start"
          disabled={putAway.isPending}
          onClick={() => putAway.submit(undefined)}
        >
          {putAway.isPending ? 'Putting away...' : 'Put this list away'}
        </Button>
      </Card.Body>
    </Card.Root>
  );
};
