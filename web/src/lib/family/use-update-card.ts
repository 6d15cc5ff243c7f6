import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { familyRoutes } from '#shared/contract/family-routes';
import type { Child } from '#shared/schemas/child';
import type { updateCardSchema } from '#shared/schemas/child-input';
import { callRoute } from '../api/api-client.ts';
import { familyQuery } from '../api/family-query.ts';
import { useSubmission } from '../forms/use-submission.ts';

type CardChanges = z.input<typeof updateCardSchema>;

interface CardOptions {
  readonly failure: string;
  readonly onDone?: () => void;
  readonly onFailed?: (error: unknown) => void;
}

/** Changes a child's card, on the screen as soon as it is stored; what a change leaves out stays as it is. */
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
