import { useQueryClient } from '@tanstack/react-query';
import { Camera, CircleCheck, HeartPulse, Pencil, Phone, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { healthConsent } from '#shared/consents';
import { familyRoutes } from '#shared/contract/family-routes';
import type { RouteInput } from '#shared/contract/route';
import { cardConfirmedOn } from '#shared/families/card';
import { cardValues, updateCardSchema } from '#shared/families/child-edits';
import { ageOn, allowedPhotos, contactText, photosText } from '#shared/families/children';
import type { Child, Contact, Health } from '#shared/families/family';
import { healthText, isHealthAnswered, isNothingToKnow } from '#shared/families/health';
import { formatDate, formatDay } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { callRoute } from '../lib/api/api-client.ts';
import { siteConfig } from '../lib/api/config.ts';
import { familyQuery } from '../lib/api/family-queries.ts';
import { type SubmissionOptions, useSubmission } from '../lib/forms/use-submission.ts';
import { businessToday } from '../lib/time/today.ts';
import { TextAreaField } from './fields.tsx';
import { IconLine } from './icon-line.tsx';
import { Notice } from './notice.tsx';
import { IconButton } from './tooltips.tsx';
import { Button } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { Link } from './ui/link.tsx';
import { HStack, Stack } from './ui/stack.tsx';
import { Text } from './ui/text.tsx';

type CardChanges = RouteInput<typeof familyRoutes.updateCard>['body'];

interface CardOptions
  extends Pick<SubmissionOptions<CardChanges, Child>, 'failure' | 'onFailed' | 'isShown'> {
  readonly onDone?: () => void;
}

export const useUpdateCard = ({ id }: Pick<Child, 'id'>, { onDone, ...options }: CardOptions) => {
  const queryClient = useQueryClient();
  return useSubmission({
    send: (body: CardChanges) => callRoute(familyRoutes.updateCard, { params: { childId: id }, body }),
    changes: [familyRoutes.getMyFamily, familyRoutes.getBookableSlot],
    onDone: (changed: Child) => {
      queryClient.setQueryData(
        familyQuery.queryKey,
        (family) =>
          family && { ...family, children: family.children.map((one) => (one.id === id ? changed : one)) },
      );
      onDone?.();
    },
    ...options,
  });
};

const HealthLine = ({ health }: { readonly health: Health }) => (
  <IconLine
    icon={HeartPulse}
    color={isNothingToKnow(health) ? 'fg.muted' : 'warning.fg'}
    whiteSpace="pre-line"
  >
    Health: {healthText(health)}
  </IconLine>
);

interface ContactLinesProps {
  readonly child: Pick<Child, 'name'> & { readonly contacts: readonly Contact[] };
}

export const ContactLines = ({ child: { name, contacts } }: ContactLinesProps) =>
  contacts.length === 0 ? (
    <IconLine icon={Phone} color="fg.muted">
      No contacts besides you
    </IconLine>
  ) : (
    <Stack as="ol" gap="1" aria-label={`Contacts of ${name}`}>
      {contacts.map((contact) => (
        <IconLine key={contactText(contact)} as="li" icon={Phone} color="fg.muted">
          {contactText(contact)}
        </IconLine>
      ))}
    </Stack>
  );

const ChildCardSummary = ({ child }: { readonly child: Child }) => (
  <Stack gap="1.5">
    <HealthLine health={child} />
    <ContactLines child={child} />
    <IconLine icon={Camera} color="fg.muted">
      {photosText(allowedPhotos(child)) ?? 'Photos allowed'}
    </IconLine>
  </Stack>
);

interface ChildItemProps {
  readonly child: Pick<Child, 'name' | 'date_of_birth'> & Health;
  readonly onRemove: () => void;
  readonly onEdit?: () => void;
  readonly children?: ReactNode;
}

export const ChildItem = ({ child, onRemove, onEdit, children }: ChildItemProps) => {
  const { name, date_of_birth } = child;
  return (
    <Card.Root as="li">
      <Card.Body p="4">
        <HStack align="start" justify="space-between" gap="3">
          <Stack gap="1" flex="1" minWidth="0" py="1.5" overflowWrap="anywhere">
            <Text fontWeight="bold" lineHeight="heading">
              {name} (age {ageOn(date_of_birth, businessToday())})
            </Text>
            <Text color="fg.muted">Born {formatDate(date_of_birth)}</Text>
          </Stack>
          {onEdit && (
            <IconButton label={`Edit ${name}`} onClick={onEdit}>
              <Pencil size="1.25em" aria-hidden />
            </IconButton>
          )}
          <IconButton label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 size="1.25em" aria-hidden />
          </IconButton>
        </HStack>
        <HealthLine health={child} />
        {children}
      </Card.Body>
    </Card.Root>
  );
};

interface ChildCardConfirmationProps {
  readonly child: Child;
  readonly isAsked: boolean;
}

/** When the card was confirmed, and the button that confirms it (EME-03). */
export const ChildCardConfirmation = ({ child, isAsked }: ChildCardConfirmationProps) => {
  const confirm = useUpdateCard(child, { failure: 'Failed to confirm the card' });
  const confirmedOn = cardConfirmedOn(child, siteConfig().timeZone);
  return (
    <>
      <div role="status">
        {confirmedOn && (
          <IconLine icon={CircleCheck} fontWeight="semibold" color={isAsked ? 'fg.muted' : 'brand.fg'}>
            Confirmed {formatDay(confirmedOn)}
          </IconLine>
        )}
      </div>
      {isAsked && (
        <Button
          type="button"
          alignSelf="start"
          aria-label={`Everything is right for ${child.name}`}
          disabled={confirm.isPending}
          onClick={() => confirm.submit({ confirmed: true, shown: cardValues(child) })}
        >
          {confirm.isPending ? 'Saving...' : 'Everything is right'}
        </Button>
      )}
    </>
  );
};

interface ChildCardCheckProps {
  readonly child: Child;
  readonly isAsked: boolean;
}

export const ChildCardCheck = ({ child, isAsked }: ChildCardCheckProps) => {
  const headingId = useId();
  return (
    <Card.Root as="section" aria-labelledby={headingId}>
      <Card.Body p="5" gap="3">
        <Card.Title id={headingId}>What the coach knows about {child.name}</Card.Title>
        <ChildCardSummary child={child} />
        <ChildCardConfirmation child={child} isAsked={isAsked} />
        <Text>
          <Link asChild>
            <RouterLink to={paths.parentProfile}>Change it in your profile</RouterLink>
          </Link>
        </Text>
      </Card.Body>
    </Card.Root>
  );
};

interface HealthQuestionProps {
  readonly child: Child;
}

/** Asks about a child's health until it is answered (EME-02). It is inside another form, so it sends its answer alone. */
export const HealthQuestion = ({ child }: HealthQuestionProps) => {
  const [note, setNote] = useState<string>();
  const [error, setError] = useState<string>();
  const answer = useUpdateCard(child, {
    failure: 'Failed to save the answer',
    onDone: () => setNote(undefined),
  });
  const { health } = cardValues(child);
  const shown = { health };
  const saveNote = () => {
    const body = { health: { medical_conditions: note }, shown };
    const issue = updateCardSchema.safeParse(body).error?.issues[0]?.message;
    setError(issue);
    if (!issue) answer.submit(body);
  };
  const isAnswered = isHealthAnswered(child);
  // A note that is being typed stays when another person has answered meanwhile (PRF-01).
  if (isAnswered && note === undefined) return null;
  return (
    <Notice status="warning" icon={HeartPulse} role="group" aria-label={`Health of ${child.name}`}>
      <Stack gap="3">
        <Text>
          {isAnswered ? (
            <>
              Now stored, changed meanwhile: <strong>{healthText(child)}</strong>. Save your note in its
              place, or cancel.
            </>
          ) : (
            `Is there anything the coach should know about ${child.name}’s health?`
          )}
        </Text>
        {note !== undefined && (
          <TextAreaField
            label="Medical Conditions"
            hint="Allergies, asthma, injuries."
            error={error}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
        <HStack gap="3" wrap="wrap">
          {note === undefined ? (
            <>
              <Button
                type="button"
                variant="outline"
                disabled={answer.isPending}
                onClick={() => answer.submit({ health: { nothing_to_know: true }, shown })}
              >
                Nothing to know
              </Button>
              <Button type="button" variant="outline" onClick={() => setNote('')}>
                Add a note
              </Button>
            </>
          ) : (
            <>
              <Button type="button" variant="outline" disabled={answer.isPending} onClick={saveNote}>
                {answer.isPending ? 'Saving...' : 'Save the note'}
              </Button>
              <Button type="button" variant="ghost" onClick={() => setNote(undefined)}>
                Cancel
              </Button>
            </>
          )}
        </HStack>
        <Text fontSize="sm" fontWeight="normal">
          {healthConsent.text}
        </Text>
      </Stack>
    </Notice>
  );
};
