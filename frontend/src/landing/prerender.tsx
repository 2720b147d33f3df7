import { renderToString } from 'react-dom/server';
import { Landing } from './Landing.tsx';

/** HTML of the landing page, made once at build time; the browser hydrates the contact form alone. */
export function prerenderLanding(): string {
  return renderToString(<Landing />);
}
