import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';

/** The link above the form of a time slot, back to the listing (BOK-04). */
export const BackToClasses = () => (
  <Button asChild variant="ghost" size="compact" alignSelf="start" ms="-3">
    <Link to={paths.browseClasses}>← Back to Classes</Link>
  </Button>
);
