import { zodResolver } from '@hookform/resolvers/zod';
import { newSiteSchema, PLAIN } from '@portal/contract';

/** In a module of its own, which the form loads later together with zod. */
export const newSiteResolver = zodResolver(newSiteSchema, PLAIN);
