import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../../components/button.tsx';

/** A link from a page to its list. */
export const BackLink = ({ to, label }: { readonly to: string; readonly label: string }) => (
  <Button asChild variant="ghost" size="compact" alignSelf="start" ms="-3" _print={{ display: 'none' }}>
    <Link to={to}>
      <ArrowLeft size="1.2em" aria-hidden />
      {label}
    </Link>
  </Button>
);
