import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import type { Child } from '#shared/schemas/child';
import { Card } from './card.tsx';
import { ChildCardConfirmation } from './child-card-confirmation.tsx';
import { ChildCardSummary } from './child-card-summary.tsx';
import { Heading } from './heading.tsx';
import { TextLink } from './text-link.tsx';

interface ChildCardCheckProps {
  readonly child: Child;
  readonly isAsked: boolean;
}

/** Shows the card of a child and asks whether it is right (EME-03). */
export const ChildCardCheck = ({ child, isAsked }: ChildCardCheckProps) => {
  const headingId = useId();
  return (
    <Card asChild p="5">
      <section aria-labelledby={headingId}>
        <Stack gap="3">
          <Heading size="md" id={headingId}>
            What the coach knows about {child.name}
          </Heading>
          <ChildCardSummary child={child} />
          <ChildCardConfirmation child={child} isAsked={isAsked} />
          <Text>
            <TextLink asChild>
              <Link to={paths.parentProfile}>Change it in your profile</Link>
            </TextLink>
          </Text>
        </Stack>
      </section>
    </Card>
  );
};
