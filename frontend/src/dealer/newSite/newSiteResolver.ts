import { zodResolver } from '@hookform/resolvers/zod';
import { newSiteSchema, PLAIN } from '@portal/contract';

/** Checks the New Site form (S1-5). */
export const newSiteResolver = zodResolver(newSiteSchema, PLAIN);
