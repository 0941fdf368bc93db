# The command line. Without arguments it runs the embedded service and keeps its data in /data:
#   docker run -p 4010:4010 -v trueup:/data IMAGE
#   docker run --rm -v "$PWD:/work" -e SANDBOX_TOKEN IMAGE plan

FROM node:24-slim AS build
WORKDIR /source
COPY . .
RUN npm ci && npm run build

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /trueup
# In the versions of the lockfile, without what only development needs; npm ci would leave out the optional packages that the tests use too.
COPY package.json package-lock.json ./
RUN npm pkg delete devDependencies workspaces && npm install --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY bin/trueup.mjs bin/
COPY --from=build /source/dist dist
COPY schemas schemas
COPY docs docs
COPY examples examples
COPY README.md LICENSE ./
RUN ln -s /trueup/bin/trueup.mjs /usr/local/bin/trueup && install -d -o node -g node /data /work

USER node
WORKDIR /work
VOLUME /data
EXPOSE 4010
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["trueup"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data"]
