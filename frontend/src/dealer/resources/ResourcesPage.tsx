import { Box, Button, Typography } from '@mui/material';
import { paths, type Resources, resourcesSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readQuery } from '../../shared/http/queryClient.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { Loaded } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Section } from '../../shared/ui/Section.tsx';

/** Hidden at first. */
function EncryptionKey({ value }: { readonly value: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Box sx={{ mt: 2.5, p: 2, borderRadius: 1, bgcolor: 'background.default' }}>
      <Typography variant="h3">Encryption key</Typography>
      <Typography sx={{ my: 1, fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
        {shown ? value : '••••••••••••••••'}
      </Typography>
      <Button size="small" variant="outlined" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide key' : 'Show key'}
      </Button>
    </Box>
  );
}

function Content({ resources }: { readonly resources: Resources }) {
  return (
    <Box
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}
    >
      <Section title="Client installation">
        <Box component="ol" sx={{ m: 0, pl: 3, display: 'grid', gap: 1 }}>
          {resources.installation_steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </Box>
      </Section>
      <Section title="Panel communication settings">
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, columnGap: 3 }}
        >
          {resources.panel_settings.map(({ name, value }) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Typography component="dt" color="text.secondary">
                {name}
              </Typography>
              <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value}
              </Typography>
            </Box>
          ))}
        </Box>
        {resources.encryption_key !== null && <EncryptionKey value={resources.encryption_key} />}
      </Section>
      <Section title="Software downloads">
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          {resources.downloads.map(({ name, description, url }) => (
            <li key={name}>
              <Button variant="outlined" href={url} target="_blank" rel="noopener noreferrer">
                {name}
              </Button>
              <Muted sx={{ mt: 0.5 }}>{description}</Muted>
            </li>
          ))}
        </Box>
      </Section>
      {resources.upgrade_program_url !== null && (
        <Section title="Upgrade Program">
          <Typography sx={{ mb: 2 }}>
            Move a site from the old version with the manufacturer’s upgrade program.
          </Typography>
          <Button
            variant="contained"
            href={resources.upgrade_program_url}
            target="_blank"
            rel="noopener noreferrer"
          >
            Upgrade Program
          </Button>
        </Section>
      )}
    </Box>
  );
}

/** /resources (S2-2-resources). */
export default function ResourcesPage() {
  const query = useQuery(readQuery(paths.resources, resourcesSchema));
  return (
    <Page title="Dealer Resources" lead="What you need on site: installation, panel settings and software.">
      <Loaded query={query} problem="Error loading resources. Please try again.">
        {(resources) => <Content resources={resources} />}
      </Loaded>
    </Page>
  );
}
