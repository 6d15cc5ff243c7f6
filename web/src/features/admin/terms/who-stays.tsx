import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { RouteResponse } from '#shared/contract/route';
import type { ClassId } from '#shared/lib/ids';
import { paths } from '#shared/paths';
import { termRoutes } from '#shared/terms/admin-routes';
import type { StayAnswer } from '#shared/terms/term-plan';
import { css } from '#styled-system/css';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { AdultPhones } from '../notices.tsx';
import { Loaded } from '../tables/loaded.tsx';

const answerNames: Readonly<Record<StayAnswer, string>> = {
  'no-answer': 'No answer',
  'no-room': 'No room',
  'aged-out': 'Aged out',
  kept: 'Kept',
  declined: 'Declined',
  left: 'Left',
};
const toCall: ReadonlySet<string> = new Set<StayAnswer>(['no-answer', 'no-room', 'aged-out']);

/** A press loads the list (TRM-10). */
export const WhoStays = ({ classId }: { readonly classId: ClassId }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Stack gap="3" _print={{ display: 'none' }}>
      <Button
        type="button"
        variant="outline"
        alignSelf="start"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Who Stays Next Term
      </Button>
      {isOpen && <Answers classId={classId} />}
    </Stack>
  );
};

const Answers = ({ classId }: { readonly classId: ClassId }) => {
  const headingId = useId();
  const answers = useQuery(
    routeQuery(termRoutes.getWhoStays, { params: { classId } }, 'Failed to load who stays'),
  );
  return (
    <Card.Root asChild>
      <section aria-labelledby={headingId}>
        <Card.Body gap="3">
          <Card.Title id={headingId}>Who stays</Card.Title>
          <Loaded query={answers} skeleton={<Text color="fg.muted">Loading the answers...</Text>}>
            {({ children }) =>
              children.length === 0 ? <Text>No class follows this one yet.</Text> : <Groups all={children} />
            }
          </Loaded>
        </Card.Body>
      </section>
    </Card.Root>
  );
};

const Groups = ({ all }: { readonly all: RouteResponse<typeof termRoutes.getWhoStays>['children'] }) => (
  <>
    {Object.entries(answerNames).map(([answer, name]) => {
      const children = all.filter((child) => child.answer === answer);
      return (
        <details key={answer} open={toCall.has(answer) && children.length > 0}>
          <summary className={css({ cursor: 'pointer', minHeight: 'touch', fontWeight: 'bold', py: '2' })}>
            {name}: {children.length}
          </summary>
          <Stack as="ul" gap="1" listStyleType="disc" ps="5">
            {children.map(({ parent_id, child_name, parent_name, adults }) => (
              <li key={`${parent_id} ${child_name}`}>
                {child_name},{' '}
                <Link asChild>
                  <RouterLink to={paths.adminParent(parent_id)}>{parent_name}</RouterLink>
                </Link>
                , <AdultPhones adults={adults} />
              </li>
            ))}
          </Stack>
          {children.length === 0 && <Text color="fg.muted">Nobody</Text>}
        </details>
      );
    })}
  </>
);
