import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Alert } from './ui/alert.tsx';

interface NoticeProps extends ComponentProps<typeof Alert.Root> {
  readonly icon: LucideIcon;
}

export const Notice = ({ icon: Icon, children, ...alert }: NoticeProps) => (
  <Alert.Root {...alert}>
    <Alert.Indicator asChild>
      <Icon size="1.25em" aria-hidden />
    </Alert.Indicator>
    <Alert.Description>{children}</Alert.Description>
  </Alert.Root>
);
