import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { ClassDraft } from '#shared/classes/class-input';
import { addDays } from '#shared/lib/calendar';
import { formatTime } from '#shared/lib/format';
import type { ClassId } from '#shared/lib/ids';
import { counted } from '#shared/lib/text';
import { type CalendarDate, calendarDateSchema, wallTimeSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { policies } from '#shared/policies';
import { termRoutes } from '#shared/terms/admin-routes';
import type { RenewalPreview } from '#shared/terms/term-plan';
import { CheckBox } from '../../../components/choices.tsx';
import { TextField } from '../../../components/fields.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useBusinessToday } from '../../../lib/time/today.ts';
import { draftsQuery } from '../classes/queries.ts';
import { AdultPhones } from '../notices.tsx';
import { everyRead } from '../queries.ts';

const progressMs = 2_000;

interface Publication {
  readonly drafts: readonly Pick<ClassDraft, 'id' | 'version'>[];
  /** Places are kept until the evening of this day; null keeps none. */
  readonly keep_until: CalendarDate | null;
}

export const PublishTerm = ({ drafts }: { readonly drafts: readonly ClassDraft[] }) => {
  const today = useBusinessToday();
  const [keepsPlaces, setKeepsPlaces] = useState(true);
  const [typed, setTyped] = useState<string>(() => addDays(today, policies.terms.retainedDays));
  const [published, setPublished] = useState<readonly ClassId[]>([]);
  const [keyOf] = useState(attemptKeys);
  const until = calendarDateSchema.safeParse(typed);
  const publishing = useSubmission({
    send: ({ drafts: sent, keep_until }: Publication) => {
      const body = { drafts: sent.map(({ id, version }) => ({ id, version })), keep_until };
      return callRoute(termRoutes.publishTerm, { body, idempotencyKey: keyOf(body) });
    },
    failure: 'Failed to publish the classes',
    changes: everyRead,
    onDone: (_, { drafts: sent }) => setPublished(sent.map(({ id }) => id)),
  });
  const error = until.error?.issues[0]?.message ?? (typed < today ? 'Choose a later date' : undefined);
  const isUnderWay = drafts.some(({ id }) => published.includes(id));
  return (
    <Stack gap="4">
      {drafts.length > 0 && !isUnderWay && (
        <>
          <CheckBox checked={keepsPlaces} onChange={() => setKeepsPlaces(!keepsPlaces)}>
            Keep places for the children who are there now
          </CheckBox>
          {keepsPlaces && (
            <>
              <Stack maxWidth="[24rem]">
                <TextField
                  label="Keep places until"
                  type="date"
                  required
                  value={typed}
                  error={error}
                  hint={`${formatTime(wallTimeSchema.parse(policies.terms.renewalsUntil))} on this day. Each family gets one email, and a reminder on days ${policies.terms.remindedAfterDays.join(' and ')}.`}
                  onChange={({ target }) => setTyped(target.value)}
                />
              </Stack>
              <RenewalPreviews drafts={drafts} />
            </>
          )}
          <Button
            type="button"
            alignSelf="start"
            disabled={publishing.isPending || (keepsPlaces && error !== undefined)}
            onClick={() =>
              publishing.submit({
                drafts: drafts.slice(0, limits.publishedAtOnce),
                keep_until: keepsPlaces && until.success ? until.data : null,
              })
            }
          >
            {publishing.isPending
              ? 'Publishing...'
              : `Publish ${counted(Math.min(drafts.length, limits.publishedAtOnce), 'Class', 'Classes')}`}
          </Button>
        </>
      )}
      <div role="status">{published.length > 0 && <Progress published={published} />}</div>
    </Stack>
  );
};

// The work goes on without this page.
const Progress = ({ published }: { readonly published: readonly ClassId[] }) => {
  const { data } = useQuery({
    ...draftsQuery,
    refetchInterval: ({ state }) =>
      state.data?.drafts.some(({ id }) => published.includes(id)) ? progressMs : false,
  });
  const left = data?.drafts.filter(({ id }) => published.includes(id)).length ?? published.length;
  return (
    <Notice status="info" icon={left > 0 ? Hourglass : CircleCheck}>
      <Text fontWeight="bold">
        {left > 0
          ? `${published.length - left} of ${counted(published.length, 'class', 'classes')} published`
          : `${counted(published.length, 'class is', 'classes are')} published`}
      </Text>
      <Text>
        {left > 0 && 'This goes on when you leave the page. '}
        The emails are under{' '}
        <Link asChild>
          <RouterLink to={paths.adminMessages}>Messages</RouterLink>
        </Link>
        .
      </Text>
    </Notice>
  );
};

const readPreviews = async (ids: readonly ClassId[]): Promise<RenewalPreview[]> => {
  const previews: RenewalPreview[] = [];
  for (let from = 0; from < ids.length; from += limits.previewedAtOnce) {
    const draft_ids = ids.slice(from, from + limits.previewedAtOnce);
    const { classes } = await callRoute(termRoutes.getRenewalPreview, { body: { draft_ids } });
    previews.push(...classes);
  }
  return previews;
};

// Shows whom the office calls before it publishes.
const RenewalPreviews = ({ drafts }: { readonly drafts: readonly ClassDraft[] }) => {
  const ids = drafts.map(({ id, version }) => ({ id, version }));
  const { data, isPending } = useQuery({
    queryKey: [termRoutes.getRenewalPreview.path, ids],
    queryFn: () => readPreviews(ids.map(({ id }) => id)),
    meta: { failure: 'Failed to load the children', access: 'admin', service: 'admin' },
  });
  if (isPending) return <Text color="fg.muted">Counting the children...</Text>;
  if (!data) return null;
  const held = data.reduce((sum, preview) => sum + preview.held, 0);
  const without = data.flatMap((preview) => preview.without);
  return (
    <Stack gap="2">
      <Text fontWeight="bold">{counted(held, 'place is', 'places are')} kept.</Text>
      {without.length > 0 && (
        <Notice status="warning" icon={TriangleAlert}>
          <Text fontWeight="bold">
            {counted(without.length, 'child finds', 'children find')} no room. Call them, or give their time
            slot more places before you publish:
          </Text>
          <Stack as="ul" gap="1" listStyleType="disc" ps="5">
            {without.map(({ parent_id, child_name, parent_name, adults }) => (
              <li key={`${parent_id} ${child_name}`}>
                {child_name}, {parent_name}, <AdultPhones adults={adults} />
              </li>
            ))}
          </Stack>
        </Notice>
      )}
    </Stack>
  );
};
