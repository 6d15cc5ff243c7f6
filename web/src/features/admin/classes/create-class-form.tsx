import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { classRoutes, draftRoutes, venueRoutes } from '#shared/classes/admin-routes';
import type { CreateClass, FirstClass } from '#shared/classes/class-input';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack } from '../../../components/ui/stack.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { formKeys } from '../../../lib/api/attempt-key.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { useChange } from '../use-change.ts';
import { ClassFields } from './class-fields.tsx';
import { venuesQuery } from './queries.ts';
import { firstClassForm, newClassSchema, useClassForm } from './use-class-form.ts';

export interface CreateClassFormProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** A school without a venue creates it with the class (SCH-03). */
export const CreateClassForm = (props: CreateClassFormProps) => {
  const { data, isPending } = useQuery(venuesQuery);
  return isPending ? (
    <Skeleton height="96" borderRadius="xl" aria-busy="true" />
  ) : (
    <NewClassForm {...props} isFirst={data?.venues.length === 0} />
  );
};

const NewClassForm = ({
  isFirst,
  onDone,
  onCancel,
}: CreateClassFormProps & { readonly isFirst: boolean }) => {
  const schemaOf = isFirst ? firstClassForm : newClassSchema;
  const { form, isRestored, startOver, discardDraft } = useClassForm<CreateClass | FirstClass>(
    schemaOf(siteConfig().pictureHosts),
  );
  const queryClient = useQueryClient();
  const [venueKey] = useState(formKeys);
  const withVenue = async (entered: CreateClass | FirstClass): Promise<CreateClass> => {
    if (!('first_venue' in entered)) return entered;
    const { first_venue: body, ...others } = entered;
    const venue = await callRoute(venueRoutes.createVenue, { body, idempotencyKey: venueKey(body) });
    // If the class is refused, its new venue exists and is chosen.
    form.setValue('venue_id', venue.id);
    queryClient.setQueryData(venuesQuery.queryKey, { venues: [venue] });
    return { ...others, venue_id: venue.id };
  };
  const settled = {
    onDone: () => {
      discardDraft();
      onDone();
    },
    onFailed: (error: unknown) => showIssues(error, form.setError),
  };
  const creation = useChange(
    {
      ...settled,
      send: async (entered: CreateClass | FirstClass, keyOf) => {
        const body = await withVenue(entered);
        return callRoute(classRoutes.createClass, { body, idempotencyKey: keyOf(body) });
      },
      failure: 'Failed to create class',
      done: 'Class created successfully',
    },
    formKeys,
  );
  const drafting = useChange(
    {
      ...settled,
      send: async (entered: CreateClass | FirstClass, keyOf) => {
        const body = await withVenue(entered);
        return callRoute(draftRoutes.createDraft, { body, idempotencyKey: keyOf(body) });
      },
      failure: 'Failed to save the draft',
      done: 'Draft saved. Only administrators see it',
    },
    formKeys,
  );
  const isPending = creation.isPending || drafting.isPending;
  return (
    <Card.Root size="lg">
      <form noValidate aria-label="Create Class" onSubmit={form.handleSubmit(creation.submit)}>
        <Card.Body gap="5">
          <Card.Title>New Class</Card.Title>
          {isRestored && <DraftNotice onStartOver={startOver} />}
          <ClassFields form={form} isFirst={isFirst} />
          <HStack wrap="wrap" gap="3">
            <Button type="submit" disabled={isPending}>
              {creation.isPending ? 'Creating...' : 'Save Class'}
            </Button>
            <Button
              type="button"
              variant="outline"
              disabled={isPending}
              onClick={form.handleSubmit(drafting.submit)}
            >
              {drafting.isPending ? 'Saving...' : 'Save as Draft'}
            </Button>
            <Button type="button" variant="ghost" onClick={onCancel}>
              Cancel
            </Button>
          </HStack>
        </Card.Body>
      </form>
    </Card.Root>
  );
};
