import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarDays, CalendarRange, Clock, MapPin, UserRound } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { draftRoutes } from '#shared/classes/admin-routes';
import type { ClassDraft } from '#shared/classes/class-input';
import { everyWeekday, formatDate, formatTimeRange } from '#shared/lib/format';
import type { ClassId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { programmes } from '#shared/programmes';
import { css } from '#styled-system/css';
import { CardGrid } from '../../../components/badge.tsx';
import { IconLine } from '../../../components/icon-line.tsx';
import { lateDialog } from '../../../components/modal.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';
import { instantText } from '../school/activity-text.ts';
import { venuesQuery } from './queries.ts';

const EditDraftDialog = lateDialog<'EditDraftDialog', DialogProps<ClassDraft>>(
  () => import('./edit-draft-form.tsx'),
  'EditDraftDialog',
);

interface DraftDialogProps extends DialogProps<ClassDraft> {
  readonly titleOf: (draft: ClassDraft) => string;
}

const openingText = ({ form: { opens_for_current_at, opens_at } }: ClassDraft): string => {
  if (!opens_at) return 'They can book it at once.';
  const everybody = `everybody can book it from ${instantText(opens_at)} on`;
  return opens_for_current_at
    ? `Current families can book it from ${instantText(opens_for_current_at)} on, ${everybody}.`
    : `${everybody.charAt(0).toUpperCase()}${everybody.slice(1)}.`;
};

const PublishDraftDialog = ({ titleOf, ...dialog }: DraftDialogProps) => (
  <ConfirmChange
    {...dialog}
    title={(of) => `Publish ${titleOf(of)}?`}
    action={['Publish Class', 'Publishing...']}
    colorPalette="brand"
    send={({ id, version }) =>
      callRoute(draftRoutes.publishDraft, { params: { classId: id }, body: { version } })
    }
    failure="Failed to publish the class"
    done="Class published"
  >
    {(of) => <Text>From now on every family sees this class. {openingText(of)}</Text>}
  </ConfirmChange>
);

const DeleteDraftDialog = ({ titleOf, ...dialog }: DraftDialogProps) => (
  <ConfirmChange
    {...dialog}
    title={(of) => `Delete the draft of ${titleOf(of)}?`}
    action={['Delete Draft', 'Deleting...']}
    send={({ id: classId }, keyOf) =>
      callRoute(draftRoutes.deleteDraft, { params: { classId }, idempotencyKey: keyOf({ classId }) })
    }
    failure="Failed to delete the draft"
    done="Draft deleted"
  >
    {() => <Text>Nobody has seen it. What was entered is lost.</Text>}
  </ConfirmChange>
);

export const DraftList = ({ drafts }: { readonly drafts: readonly ClassDraft[] }) => {
  const venues = useQuery({ ...venuesQuery, enabled: drafts.length > 0 }).data?.venues ?? [];
  const [editing, setEditing] = useState<ClassId>();
  const [publishing, setPublishing] = useState<ClassDraft>();
  const [deleting, setDeleting] = useState<ClassDraft>();
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  if (drafts.length === 0) return null;
  const venueOf = ({ form }: ClassDraft) => venues.find(({ id }) => id === form.venue_id)?.name ?? 'Venue';
  const titleOf = (draft: ClassDraft) => `${programmes[draft.form.class_type].name} at ${venueOf(draft)}`;
  return (
    <Stack asChild gap="3">
      <section ref={section} tabIndex={-1} aria-labelledby={headingId}>
        <Heading id={headingId} size="md">
          Drafts
        </Heading>
        <Text color="fg.muted">Only administrators see them, until you publish them.</Text>
        <CardGrid>
          {drafts.map((draft) => (
            <DraftCard
              key={draft.id}
              draft={draft}
              venue={venueOf(draft)}
              onPublish={() => setPublishing(draft)}
              onEdit={() => setEditing(draft.id)}
              onDelete={() => setDeleting(draft)}
            />
          ))}
        </CardGrid>
        <EditDraftDialog of={drafts.find(({ id }) => id === editing)} onClose={() => setEditing(undefined)} />
        <PublishDraftDialog
          of={publishing}
          titleOf={titleOf}
          onClose={() => setPublishing(undefined)}
          onDone={() => section.current?.focus()}
        />
        <DeleteDraftDialog
          of={deleting}
          titleOf={titleOf}
          onClose={() => setDeleting(undefined)}
          onDone={() => section.current?.focus()}
        />
      </section>
    </Stack>
  );
};

interface DraftCardProps {
  readonly draft: ClassDraft;
  readonly venue: string;
  readonly onPublish: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

const DraftCard = ({ draft: { form }, venue, onPublish, onEdit, onDelete }: DraftCardProps) => {
  const headingId = useId();
  const actions = [
    { label: 'Publish', variant: 'solid', onClick: onPublish, className: css({ flex: '[1 0 auto]' }) },
    { label: 'Edit', variant: 'outline', onClick: onEdit },
    { label: 'Delete', variant: 'outline', onClick: onDelete, className: css({ color: 'danger.fg' }) },
  ] as const;
  return (
    <Card.Root asChild variant="programme" colorPalette={`programme.${form.class_type}`}>
      <article aria-labelledby={headingId}>
        <Card.Body gap="4">
          <HStack justify="space-between" gap="3" wrap="wrap">
            <Card.Title id={headingId}>{programmes[form.class_type].name}</Card.Title>
            <Badge>Draft</Badge>
          </HStack>
          <Stack gap="2">
            <IconLine icon={MapPin} fontWeight="semibold">
              {venue}
            </IconLine>
            <IconLine icon={CalendarRange}>
              {formatDate(form.start_date)} - {formatDate(form.end_date)}
            </IconLine>
            <IconLine icon={CalendarDays}>
              {everyWeekday(form.start_date)}
              {form.skipped_dates.length > 0 && `, not on ${form.skipped_dates.map(formatDate).join('; ')}`}
            </IconLine>
            <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
              {form.time_slots
                .map((slot) => `${formatTimeRange(slot)} (${slot.max_capacity} places)`)
                .join(', ')}
            </IconLine>
            <IconLine icon={UserRound}>Coach: {form.coach_name}</IconLine>
            {form.opens_for_current_at && (
              <IconLine icon={CalendarClock}>
                Opens for current families {instantText(form.opens_for_current_at)}
              </IconLine>
            )}
            {form.opens_at && (
              <IconLine icon={CalendarClock}>Opens for everybody {instantText(form.opens_at)}</IconLine>
            )}
          </Stack>
          <Text fontVariantNumeric="tabular-nums">Weekly rate: {formatCents(form.weekly_rate)}</Text>
          <HStack wrap="wrap" gap="2" mt="auto">
            {actions.map(({ label, ...action }) => (
              <Button key={label} type="button" size="sm" aria-describedby={headingId} {...action}>
                {label}
              </Button>
            ))}
          </HStack>
        </Card.Body>
      </article>
    </Card.Root>
  );
};
