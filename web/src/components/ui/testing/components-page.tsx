import '../../../app/theme/global.css';
import '../../../app/theme/office.css';
import '../../../app/theme/fonts.css';
import { Alert as ChakraAlert } from '@chakra-ui/react/alert';
import { Badge as ChakraBadge } from '@chakra-ui/react/badge';
import { Button as ChakraButton } from '@chakra-ui/react/button';
import { Card as ChakraCard } from '@chakra-ui/react/card';
import { Heading as ChakraHeading } from '@chakra-ui/react/heading';
import { Input as ChakraInput } from '@chakra-ui/react/input';
import { Link as ChakraLink } from '@chakra-ui/react/link';
import { NativeSelect as ChakraNativeSelect } from '@chakra-ui/react/native-select';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { Skeleton as ChakraSkeleton } from '@chakra-ui/react/skeleton';
import { ChakraProvider, createSystem, type SystemConfig } from '@chakra-ui/react/styled-system';
import { Table as ChakraTable } from '@chakra-ui/react/table';
import { Textarea as ChakraTextarea } from '@chakra-ui/react/textarea';
import { createRoot } from 'react-dom/client';
import { recipes, slotRecipes } from '../../../app/theme/recipes.ts';
import { breakpoints, conditions, semanticTokens, tokens } from '../../../app/theme/tokens.ts';
import { Alert } from '../alert.tsx';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { Heading } from '../heading.tsx';
import { Input } from '../input.tsx';
import { Link } from '../link.tsx';
import { NativeSelect } from '../native-select.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Table } from '../table.tsx';
import { Textarea } from '../textarea.tsx';
import { type Components, componentStates } from './component-states.tsx';

// The page of /_local/components (infra/local/components-page.ts).

/** Chakra's engine at run time with the recipes that Panda compiles: both makers define the same form of a recipe. */
const system = createSystem(defaultBaseConfig, {
  preflight: false,
  cssVarsRoot: ':where(:root, :host)',
  conditions,
  theme: { breakpoints, tokens, semanticTokens, recipes, slotRecipes },
} as unknown as SystemConfig);

const own = componentStates({
  Alert,
  Badge,
  Button,
  Card,
  Heading,
  Input,
  Link,
  NativeSelect,
  Skeleton,
  Table,
  Textarea,
});

/** ui.test.tsx compiles a screen with Chakra's in place of these. */
const chakra = componentStates({
  Alert: ChakraAlert,
  Badge: ChakraBadge,
  Button: ChakraButton,
  Card: ChakraCard,
  Heading: ChakraHeading,
  Input: ChakraInput,
  Link: ChakraLink,
  NativeSelect: ChakraNativeSelect,
  Skeleton: ChakraSkeleton,
  Textarea: ChakraTextarea,
  Table: ChakraTable,
} as unknown as Components);

const ComponentsPage = () => (
  <ChakraProvider value={system}>
    <main>
      <h1>Components</h1>
      <p>Each one as the site compiles it, and beside it as Chakra renders it with the same recipe.</p>
      {[...own].map(([state, element]) => (
        <section key={state} aria-label={state}>
          <h2>{state}</h2>
          <div className="sample">{element}</div>
          <div className="sample">{chakra.get(state)}</div>
        </section>
      ))}
    </main>
  </ChakraProvider>
);

const root = document.getElementById('root');
if (root) createRoot(root).render(<ComponentsPage />);
