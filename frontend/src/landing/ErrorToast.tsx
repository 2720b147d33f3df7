import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';

interface ErrorToastProps {
  readonly title: string;
  readonly description: string;
  readonly onClose: () => void;
}

/** The landing page's toast: behaves like the portal's toasts (S1-4-toasts), without MUI. */
export function ErrorToast({ title, description, onClose }: ErrorToastProps) {
  return (
    <Provider duration={5_000} swipeDirection="right" swipeThreshold={50}>
      <Root className="toast" data-testid="toast" onOpenChange={onClose}>
        <div>
          <Title asChild>
            <strong>{title}</strong>
          </Title>
          <Description asChild>
            <p>{description}</p>
          </Description>
        </div>
        <Close aria-label="Close notification">×</Close>
      </Root>
      <Viewport className="toasts" hotkey={['F8']} />
    </Provider>
  );
}
