import { HStack } from '@chakra-ui/react/stack';
import { Info } from 'lucide-react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Says that the form was restored from a draft. */
export const DraftNotice = ({ onStartOver }: { readonly onStartOver: () => void }) => (
  <Notice tone="brand" icon={Info}>
    <HStack wrap="wrap" gap="3">
      These are your entries from before. They are not saved yet.
      <Button type="button" variant="outline" size="compact" onClick={onStartOver}>
        Start over
      </Button>
    </HStack>
  </Notice>
);
