{{/* All helpers take {root: $, name: of the app, app: its values, with those of all apps}. */}}

{{- define "petart.selector" -}}
app.kubernetes.io/part-of: petart
app.kubernetes.io/name: {{ .name }}
{{- end }}

{{- define "petart.labels" -}}
{{ include "petart.selector" . }}
app.kubernetes.io/version: {{ regexFind "^[^@]+" (include "petart.tag" .) | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "petart.tag" -}}
{{ required (printf "apps.%s.tag is missing: the version of its image, such as 1.1.0" .name) .app.tag }}
{{- end }}

{{- define "petart.image" -}}
{{ .root.Values.images.prefix }}{{ .name }}:{{ include "petart.tag" . }}
{{- end }}

{{/* The pods of a Deployment, without those of the app's Job. */}}
{{- define "petart.podLabels" -}}
{{ include "petart.selector" . }}
app.kubernetes.io/component: {{ .app.component }}
{{- end }}

{{/* The Deployments of an app by name, as YAML: its own, and that of its worker. Takes {root: $, name: of the app, own: its values}. */}}
{{- define "petart.deployments" -}}
{{- $app := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy .own) }}
{{- if $app.enabled }}
{{- $web := ternary (dict "ROLE" "web") dict (gt (len $app.worker) 0) }}
{{ .name }}: {{ mergeOverwrite (deepCopy $app) (dict "component" "app" "environment" $web) | toJson }}
{{- if $app.worker }}
{{- $worker := mergeOverwrite (omit (deepCopy $app) "autoscaling") (dict "autoscaling" dict) (deepCopy $app.worker) }}
{{ .name }}-worker: {{ mergeOverwrite $worker (dict "component" "worker" "environment" (dict "ROLE" "worker")) | toJson }}
{{- end }}
{{- end }}
{{- end }}

{{/* How many jobs of these kinds wait or run: the query of the gauges jobs_ready and jobs_running (libs/jobs, a test compares them). */}}
{{- define "petart.scalingQuery" -}}
SELECT coalesce(sum(ready + running), 0) AS count FROM (
{{- "" }}SELECT task_identifier AS kind, (count(*) FILTER (WHERE locked_at IS NULL AND run_at <= now() AND attempts < max_attempts))::int AS ready,
{{- " " }}(count(*) FILTER (WHERE locked_at IS NOT NULL))::int AS running,
{{- " " }}coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE locked_at IS NULL AND run_at <= now() AND attempts < max_attempts)), 0)::float8 AS "oldestSeconds",
{{- " " }}(count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL AND key IS NOT NULL))::int AS "deadCount"
{{- " " }}FROM graphile_worker.jobs GROUP BY 1) AS queues WHERE kind IN ('{{ join "', '" . }}')
{{- end }}

{{/* Variables, secrets, and the paths of mounted files. */}}
{{- define "petart.env" -}}
{{- range $variable, $value := .app.environment }}
- name: {{ $variable }}
  value: {{ tpl (toString $value) $.root | quote }}
{{- end }}
{{- range $variable, $secret := .app.secrets }}
{{- $from := dict "name" (include "petart.secretName" (merge (dict "secret" $secret) $)) "key" ($secret.key | default $variable) }}
{{- if include "petart.isFile" (dict "root" $.root "secret" $secret) }}
{{- if not $secret.optional }}
- name: {{ $variable }}_FILE
  value: /run/secrets/petart/{{ $variable }}
{{- end }}
{{- else }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $from.name }}
      key: {{ $from.key }}
      {{- if $secret.optional }}
      optional: true
      {{- end }}
{{- end }}
{{- end }}
{{- range $variable, $file := .app.configMaps }}
{{- if $file.configMap }}
- name: {{ $variable }}
  value: {{ list $file.folder $file.file | compact | join "/" }}
{{- end }}
{{- end }}
{{- end }}

{{- define "petart.secretName" -}}
{{ .secret.secret | default (ternary .root.Values.sharedSecret (.app.secretName | default .name) (.secret.shared | default false)) }}
{{- end }}

{{- define "petart.isFile" -}}
{{- if and (eq .root.Values.secretsAs "files") (ne .secret.file false) }}true{{ end }}
{{- end }}

{{- define "petart.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- if eq .root.Values.secretsAs "files" }}
- { name: secrets, mountPath: /run/secrets/petart, readOnly: true }
{{- end }}
{{- range $variable, $file := .app.configMaps }}
{{- if $file.configMap }}
- { name: {{ $file.configMap }}, mountPath: {{ $file.folder }}, readOnly: true }
{{- end }}
{{- end }}
{{- end }}

{{- define "petart.volumes" -}}
- name: data
  {{- if .app.data.claim }}
  persistentVolumeClaim: { claimName: {{ .app.data.claim }} }
  {{- else }}
  emptyDir: {}
  {{- end }}
- name: tmp
  emptyDir: {}
{{- if eq .root.Values.secretsAs "files" }}
- name: secrets
  projected:
    defaultMode: 288 # 0440
    sources:
      {{- range $variable, $secret := .app.secrets }}
      {{- if and (not $secret.optional) (include "petart.isFile" (dict "root" $.root "secret" $secret)) }}
      - secret:
          name: {{ include "petart.secretName" (merge (dict "secret" $secret) $) }}
          items: [{ key: {{ $secret.key | default $variable }}, path: {{ $variable }} }]
      {{- end }}
      {{- end }}
{{- end }}
{{- range $variable, $file := .app.configMaps }}
{{- if $file.configMap }}
- name: {{ $file.configMap }}
  configMap: { name: {{ $file.configMap }} }
{{- end }}
{{- end }}
{{- end }}

{{/* Fields of each pod: the restricted Pod Security Standard, no account of the cluster. */}}
{{- define "petart.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets: {{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
volumes: {{- include "petart.volumes" . | nindent 2 }}
{{- with .app.pod }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Fields of each container: image, environment, files, and no rights. */}}
{{- define "petart.container" -}}
image: {{ include "petart.image" . }}
imagePullPolicy: {{ .root.Values.images.pullPolicy }}
env: {{- include "petart.env" . | trim | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts: {{- include "petart.mounts" . | nindent 2 }}
{{- end }}
