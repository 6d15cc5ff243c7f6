import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarDays, CalendarRange, Clock, MapPin, UserRound } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { formatCents } from '#shared/domain/pricing/money';
import { everyWeekday, formatDate, formatTimeRange } from '#shared/domain/text/format';
import { programmes } from '#shared/programmes';
import type { ClassDraft } from '#shared/schemas/class-draft';
import type { ClassId } from '#shared/schemas/ids';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { CardGrid } from '../../../components/card-grid.tsx';
import { Heading } from '../../../components/heading.tsx';
import { IconLine } from '../../../components/icon-line.tsx';
import { instantText } from '../activity/activity-text.ts';
import { venuesQuery } from '../venues/venues-query.ts';
import { DeleteDraftDialog } from './delete-draft-dialog.tsx';
import { EditDraftDialog } from './edit-draft-dialog.tsx';
import { PublishDraftDialog } from './publish-draft-dialog.tsx';

/** The drafts of classes, each with its actions (TRM-01). Nothing where there is none. */
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
        <EditDraftDialog
          draft={drafts.find(({ id }) => id === editing)}
          onClose={() => setEditing(undefined)}
        />
        <PublishDraftDialog
          draft={publishing}
          title={publishing ? titleOf(publishing) : ''}
          onClose={() => setPublishing(undefined)}
          // The focused button is removed with the draft.
          onDone={() => section.current?.focus()}
        />
        <DeleteDraftDialog
          draft={deleting}
          title={deleting ? titleOf(deleting) : ''}
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
    { label: 'Publish', variant: 'solid', onClick: onPublish },
    { label: 'Edit', variant: 'outline', onClick: onEdit },
    { label: 'Delete', variant: 'outline', onClick: onDelete },
  ] as const;
  return (
    <Card asChild borderTopWidth="6px" borderTopColor={`programme.${form.class_type}.solid`}>
      <article aria-labelledby={headingId}>
        <Stack gap="4" p={{ base: '4', sm: '5' }} height="full">
          <HStack justify="space-between" gap="3" wrap="wrap">
            <Heading id={headingId} size="md">
              {programmes[form.class_type].name}
            </Heading>
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
              <Button
                key={label}
                type="button"
                size="compact"
                flex={label === 'Publish' ? '1 0 auto' : undefined}
                color={label === 'Delete' ? 'danger.fg' : undefined}
                aria-describedby={headingId}
                {...action}
              >
                {label}
              </Button>
            ))}
          </HStack>
        </Stack>
      </article>
    </Card>
  );
};
