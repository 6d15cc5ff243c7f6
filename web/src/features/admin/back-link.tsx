import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { EmptyPitch } from '../../components/badge.tsx';
import { AreaScreen } from '../../components/screen.tsx';
import { Button } from '../../components/ui/button.tsx';

export const fromList = { fromList: true };

const stateSchema = z.object({ fromList: z.literal(true) });

/** Goes back in the history if the user came from the list, so that the list keeps its search and scroll position. */
export const BackLink = ({ to, label }: { readonly to: string; readonly label: string }) => {
  const navigate = useNavigate();
  const cameFromList = stateSchema.safeParse(useLocation().state).success;
  const goBack = (event: MouseEvent) => {
    if (!cameFromList || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(-1);
  };
  return (
    <Button asChild variant="ghost" size="sm" alignSelf="start" ms="-3" _print={{ display: 'none' }}>
      <Link to={to} onClick={goBack}>
        <ArrowLeft size="1.2em" aria-hidden />
        {label}
      </Link>
    </Button>
  );
};

interface NotFoundProps {
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
}

export const NotFound = ({ title, back }: NotFoundProps) => (
  <AreaScreen title={title}>
    <EmptyPitch>
      <Button asChild variant="outline">
        <Link to={back.to}>{back.label}</Link>
      </Button>
    </EmptyPitch>
  </AreaScreen>
);
