import { Link } from 'react-router-dom';
import { AreaScreen } from '../../components/area-screen.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyPitch } from '../../components/empty-pitch.tsx';

interface NotFoundProps {
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
}

/** Shown in place of a class or parent that does not exist. */
export const NotFound = ({ title, back }: NotFoundProps) => (
  <AreaScreen title={title}>
    <EmptyPitch>
      <Button asChild variant="outline">
        <Link to={back.to}>{back.label}</Link>
      </Button>
    </EmptyPitch>
  </AreaScreen>
);
