import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '#shared/paths';
import { Button } from '../../../components/ui/button.tsx';

/** A URL must not contain names, so the history's state has the search text. */
const addStateSchema = z.object({ addFamily: z.string() });

export const searchedIn = (state: unknown): string | undefined =>
  addStateSchema.safeParse(state).data?.addFamily;

/** Leads from a search without results to the form of a new family (BHF-02). */
export const AddFoundFamily = ({
  searched,
  onFollow,
}: {
  readonly searched: string;
  readonly onFollow?: () => void;
}) => (
  <Button asChild variant="outline">
    <Link to={paths.adminUsers} state={{ addFamily: searched }} onClick={onFollow}>
      No {searched}. Add the family?
    </Link>
  </Button>
);
