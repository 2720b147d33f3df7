import { lazy } from 'react';

const SiteList = lazy(() => import('./List.tsx'));
const SiteShow = lazy(() => import('./Show.tsx'));

export const sites = { name: 'sites', list: SiteList, show: SiteShow, recordRepresentation: 'site_name' };
