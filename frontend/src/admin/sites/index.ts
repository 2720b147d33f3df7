import { lazy } from 'react';

const SiteList = lazy(() => import('./SiteList.tsx'));
const SiteShow = lazy(() => import('./SiteShow.tsx'));

export const sites = { name: 'sites', list: SiteList, show: SiteShow, recordRepresentation: 'site_name' };
