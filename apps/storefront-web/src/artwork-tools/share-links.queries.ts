import { createShareLink, endShareLink, listShareLinks } from '@shop/contracts-art/routes';
import { api } from '@shop/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

export const shareLinksQuery = (imageId: string) =>
  queryOptions({
    queryKey: ['share links', imageId],
    queryFn: ({ signal }) => api.call(listShareLinks, { params: { id: imageId }, signal }),
    retry: false,
  });

export function useCreateShareLink(imageId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(createShareLink, { params: { id: imageId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: shareLinksQuery(imageId).queryKey }),
  });
}

export function useEndShareLink(imageId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(endShareLink, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: shareLinksQuery(imageId).queryKey }),
  });
}
