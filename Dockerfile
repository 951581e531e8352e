# The assay command with every service in it. Build: docker build -t assay . Run: docker run assay worker --help
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY . .
RUN mvn -q -ntp -Dquick package -pl cli -am

FROM eclipse-temurin:25-jre
RUN useradd --system --create-home --uid 10001 assay
COPY --from=build /src/cli/target/dist/lib /opt/assay/lib
USER assay
WORKDIR /home/assay
# SIGTERM drains: give a worker its grace period (docker stop --time 60).
STOPSIGNAL SIGTERM
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=70", "-cp", "/opt/assay/lib/*", "dev.assay.cli.Assay"]
CMD ["--help"]
